// The actions for the selected card: set its status, close it, change its limits.

import type { WriteId } from '../../api/contract/operations.ts';
import { idText } from '../../format/cells.ts';
import type { Card } from '../../format/records.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import type { Question } from '../../money/question.ts';
import { isConfirmableId, unusableId } from '../../money/tokens.ts';
import type { State } from '../../store/state.ts';
import { visit } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import type { RowAction } from '../../ui/screens/resource.ts';
import { activation, cardActivate } from './card-activate.ts';
import { cardClose, closing } from './card-close.ts';
import { cardUpdate, freezing } from './card-update.ts';
import { placeInList } from './listed-card.ts';
import type { ListedCard } from './of-card.ts';

type CardWrite = Pick<WriteDefinition, 'class'>;

/** Why an action is barred. No status bars an action: INTERFACE.md does not say which status an action needs. */
const whyNot =
  (write: CardWrite) =>
  ({ cardHashId }: Card, state: State): Visible | undefined =>
    whyNotWrite(state) ?? whyNotNamed(idText(cardHashId), write, state);

function whyNotNamed(id: string | undefined, write: CardWrite, state: State): Visible | undefined {
  if (id === undefined) return t`The service sent no usable card ID, so Purser can't change this card.`;
  return isConfirmableId(id, write, state) ? undefined : unusableId(t`card ID`);
}

/** Opens the dialog for the card. The dialog also shows the card's place in the list. */
const asks =
  <Id extends WriteId>(question: (card: ListedCard) => Question<Id>) =>
  (app: App, card: Card): void => {
    const id = idText(card.cardHashId);
    if (id === undefined) return;
    void app.writes.ask(question({ id, card, at: placeInList(id, app.store.getState()) }));
  };

export const activate: RowAction<Card> = {
  id: 'activate',
  title: t`activate`,
  key: 'v',
  barred: whyNot(cardActivate),
  run: asks(activation),
};

/** Unfreezes an INACTIVE card. Freezes a card with any other status, also an unknown status. */
export const freeze: RowAction<Card> = {
  id: 'freeze',
  title: t`freeze, unfreeze`,
  key: 'z',
  footer: 2.5,
  barred: whyNot(cardUpdate),
  run: asks(freezing),
};

export const close: RowAction<Card> = {
  id: 'close',
  title: t`close card`,
  key: 'x',
  footer: 2.7,
  barred: whyNot(cardClose),
  run: asks(closing),
};

export const setLimits: RowAction<Card> = {
  id: 'limits',
  title: t`set limits`,
  key: 's',
  footer: 2.6,
  barred: whyNot(cardUpdate),
  run(app, row) {
    const id = idText(row.cardHashId);
    if (id !== undefined) app.store.setState(state => visit(state, 'card-limits', id));
  },
};
