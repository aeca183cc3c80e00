// Creating a customer: the dialog shows the whole body, field by field.

import type { NewUserBody } from '../../effects/new-user-body.ts';
import { visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { newUserSlot } from '../../store/new-user.ts';
import { currentView, customerKey, goTo } from '../../store/workspace.ts';
import { newId, newUserQuestion } from './user-create.ts';

/** Opens the dialog for `body`, which is complete. */
export function askCreation(app: App, body: NewUserBody): void {
  const state = app.store.getState();
  const draft = newUserSlot.get(state);
  const { customer } = state;
  if (!customer || !draft) return;
  const owner = customerKey(customer);
  void app.writes.ask(
    newUserQuestion(body, ({ word, value }) => {
      if (word !== 'DONE') return;
      const id = value && newId(value);
      const name = visible(body.account_details.business_details.business_name, 60);
      if (id !== undefined) app.customers.offer({ userId: id }, name);
      app.newUsers.clear(owner, draft.body);
      app.store.setState(now => {
        const here = now.customer !== undefined && customerKey(now.customer) === owner;
        return here && currentView(now).place === 'new-user' ? goTo(now, 'customer') : now;
      });
    }),
  );
}
