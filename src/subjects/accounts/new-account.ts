// The form of a new account: its type, country, currency and features. The form sends nothing.

import { t } from '../../lib/visible.ts';
import { reviewing } from '../../money/form/form-done.ts';
import { keptForms } from '../../store/kept-forms.ts';
import { places } from '../../store/places.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { accountQuestion, featureRows, featuresIn, newAccountForm } from './account-create.ts';

const forms = keptForms('new-account', () => ({ fields: newAccountForm.rows(), focus: 0 }));

export const newAccountScreen: FormDeclaration = {
  place: 'new-account',
  forms,
  button: t`Review account`,
  above: () => [
    {
      note: t`Opens an account for this customer. The account needs at least one feature: a currency, and the transfer method for that currency. Purser sends nothing before you review and confirm.`,
    },
  ],
  check: form => newAccountForm.check(form),
  review: reviewing(
    () => newAccountScreen,
    form => newAccountForm.check(form),
    (app, { body }, ended) => void app.dialog.ask(accountQuestion(body, ended)),
  ),
  commands: [
    {
      id: 'new-account.add',
      title: t`another feature`,
      keys: ['ctrl-n'],
      group: places['new-account'].title,
      footer: 1.2,
      run: app =>
        app.store.setState(state => {
          const form = forms.get(state);
          const fields = [...form.fields, ...featureRows(featuresIn(form))];
          return forms.set(state, { fields, focus: form.fields.length });
        }),
    },
  ],
};
