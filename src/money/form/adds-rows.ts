// The key that adds rows to a form: for one more item of a list, or for one more field of the request body.

import { addOther, type OtherMembers, SCALARS } from '../../format/member-rows.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { FormsInState } from '../../store/kept-forms.ts';
import { type PlaceId, places } from '../../store/places.ts';
import type { Form } from '../../store/state.ts';
import type { App } from '../app.ts';

/** `barred`: why the form takes no more rows now. */
export const addsRows = (
  place: PlaceId,
  forms: FormsInState,
  title: Visible,
  more: (form: Form) => Form,
  barred: (form: Form) => Visible | undefined = () => undefined,
): Binding<App> =>
  bindingsIn<App>(places[place].title)(`${place}.add`, title, ['ctrl-n'], {
    footer: 1.2,
    enabled: app => barred(forms.get(app.store.getState())) ?? true,
    run: app => app.store.setState(state => forms.set(state, more(forms.get(state)))),
  });

export const addsMember = (
  place: PlaceId,
  forms: FormsInState,
  others: OtherMembers = SCALARS,
  barred?: (form: Form) => Visible | undefined,
): Binding<App> => addsRows(place, forms, t`another field`, form => addOther(form, {}, others), barred);
