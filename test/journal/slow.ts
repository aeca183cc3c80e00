/** A journal whose answers take their time, as those of a server do. */
import type { Journal } from '../../src/journal/journal.ts';

/** The same journal; each call takes effect at once, and is answered after `wait`. */
export function slow(journal: Journal, wait: () => Promise<unknown>): Journal {
  const late = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    await wait();
    return answer;
  };
  return {
    self: journal.self,
    prepare: (...given) => late(journal.prepare(...given)),
    sent: (...given) => late(journal.sent(...given)),
    repeat: (...given) => late(journal.repeat(...given)),
    settle: (...given) => late(journal.settle(...given)),
    resolve: (...given) => late(journal.resolve(...given)),
    recover: () => late(journal.recover()),
    equals: (...given) => late(journal.equals(...given)),
    unresolved: () => late(journal.unresolved()),
    list: (...given) => late(journal.list(...given)),
    get: (...given) => late(journal.get(...given)),
    note: (...given) => late(journal.note(...given)),
    audit: (...given) => late(journal.audit(...given)),
    auditHead: () => journal.auditHead(),
    version: () => late(journal.version()),
    close: () => late(journal.close()),
  };
}
