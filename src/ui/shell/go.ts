// Opens the destination of a line typed after `:`, or of the command line.

import { t, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { info, warn, warning } from '../../store/notices.ts';
import { followed, type PlaceLink } from '../../store/place-link.ts';
import type { KnownCustomer } from '../../store/state.ts';
import { customerKey, goTo } from '../../store/workspace.ts';
import { findText } from '../../subjects/find/finding.ts';
import { quoteFromLine } from '../../subjects/fx/quoting.ts';
import { type LineTerms, termsOfLine } from '../../subjects/fx/terms.ts';
import { customersOverlay } from './customers.tsx';
import { type Destination, destination } from './goto.ts';

export type Aim = Destination | { readonly kind: 'quote'; readonly line: LineTerms };

/** A quote in one line comes before every other meaning. */
export function aimOf(line: string): Aim {
  const quote = termsOfLine(line);
  return quote ? { kind: 'quote', line: quote } : destination(line);
}

export function go(app: App, to: Exclude<Aim, { kind: 'quit' }>): void {
  const { setState, getState } = app.store;
  // Changes the state only if a prompt is open: at the start, a change would make a screen reader say another screen.
  if (getState().prompt) setState({ prompt: undefined });
  if (to.kind === 'quote') getQuote(app, to.line);
  else if (to.kind === 'link') followLink(app, to.link);
  else if (to.kind === 'unknown') warn(app.store, to.why);
  else if (to.kind === 'customer') setState({ overlay: customersOverlay(to.userId) });
  else if (to.place === 'find' && to.subject !== undefined) findText(app, to.subject);
  else setState(state => goTo(state, to.place, to.subject));
}

export function getQuote(app: App, line: LineTerms): void {
  if (line.ok) quoteFromLine(app, line);
  else warn(app.store, line.why);
}

/** For a customer who was not open before, the switcher opens, and the user decides. */
function followLink(app: App, link: PlaceLink): void {
  const { reach, customer, known } = app.store.getState();
  if (link.profile !== reach.profile) {
    const text = t`This link is for profile ${visible(link.profile, 40)}. This console has profile ${reach.profile}.`;
    warn(app.store, text);
    return;
  }
  const wanted = customerKey(link.customer);
  if (customer && customerKey(customer) === wanted) {
    app.store.setState(state => followed(state, link));
    return;
  }
  const before = known.find(one => customerKey(one) === wanted);
  if (!before) {
    const { userId, onBehalfOf } = link.customer;
    const text = isMixed(link, known)
      ? t`Check both IDs: they may belong to two customers. Purser knows one of these IDs together with another ID.`
      : t`This link is for another customer. Check the ID, press Enter, then open the link again.`;
    app.store.setState({
      overlay: customersOverlay(userId, onBehalfOf),
      notice: warning(text),
    });
    return;
  }
  app.customers.switchTo(before);
  app.store.setState(state => ({
    ...followed(state, link),
    notice: info(t`Customer: ${before.name ?? visible(before.userId, 48)}. Press _ to go back.`),
  }));
}

/** A known customer has one of the two IDs, but not the other. The service would accept such a pair. */
const isMixed = ({ customer: { userId, onBehalfOf } }: PlaceLink, known: readonly KnownCustomer[]): boolean =>
  onBehalfOf !== undefined &&
  known.some(
    one => one.onBehalfOf !== undefined && (one.userId === userId) !== (one.onBehalfOf === onBehalfOf),
  );
