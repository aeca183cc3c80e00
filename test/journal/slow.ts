/** A journal with slow answers, like one on a server. */
import type { Journal } from '../../src/journal/journal.ts';

/** Returns the same journal. Each call takes effect at once, and its answer comes after `wait`. */
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
