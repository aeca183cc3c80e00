// The service's requests for information about one customer. An answer closes an open question.
import { offsetTimestamp } from '../clock.ts';
import { dice } from '../random.ts';
import type { QuestionPlan } from './questions.ts';

type AnswerRecord = {
  address: Record<string, string> | null;
  attachments: { file_id: string }[];
  identity_document: {
    back_file_id: string;
    front_file_id: string;
    issuing_country: string;
    number: string;
    type: string;
  } | null;
};

/** INTERFACE.md, RFI. */
type QuestionRecord = {
  id: string;
  key: string;
  title: Record<string, string>;
  description: Record<string, string>;
  answer: AnswerRecord | null;
  attachments: never[];
  comment: string;
};

/** An answer to a question. `further`: the values of members that INTERFACE.md doesn't name. */
export interface Response {
  readonly id: string;
  readonly address?: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly further: readonly string[];
}

export interface Requests {
  readonly rfiId: string;
  /** Undefined if there were never any questions. */
  record(): ReturnType<typeof written> | undefined;
  /** Answers a question. False if no open question has this ID. */
  respond(response: Response, now: number): boolean;
}

interface KeptQuestion {
  readonly question: QuestionRecord;
  answeredAt: number | undefined;
}

/** `began`: when the questions were asked, in epoch milliseconds. */
export function createRequests(parts: {
  seed: number;
  name: string;
  userId: string;
  began: number;
  asked: readonly QuestionPlan[];
}): Requests {
  const { seed, name, began } = parts;
  const held = parts.asked.map((plan, i): KeptQuestion => {
    const luck = dice(seed, `${name}/question/${i}`);
    const { key, title, description, comment = '' } = plan;
    const answer = plan.answered === undefined ? null : given(plan.answered, luck);
    return {
      question: {
        id: luck.uuid(),
        key,
        title: { ...title },
        description: { ...description },
        answer,
        attachments: [],
        comment,
      },
      answeredAt: answer === null ? undefined : began + (i + 1) * 3_600_000,
    };
  });
  return {
    rfiId: `rfi_${dice(seed, name).hex(20)}`,
    record: () => (held.length === 0 ? undefined : written(parts.userId, began, held)),
    respond: ({ id, address, files, further }, now) => {
      const open = held.find(({ question, answeredAt }) => question.id === id && answeredAt === undefined);
      if (open === undefined) return false;
      open.answeredAt = now;
      open.question.answer = {
        address: address === undefined ? null : { ...address },
        attachments: files.map(file_id => ({ file_id })),
        identity_document: null,
      };
      if (further.length > 0) open.question.comment = further.join('\n');
      return true;
    },
  };
}

/** The payload of rfi.get. INTERFACE.md doesn't show answered requests; here they look like an open request. */
function written(userId: string, began: number, held: readonly KeptQuestion[]) {
  const open = held.filter(({ answeredAt }) => answeredAt === undefined);
  const answered = held.flatMap(({ question, answeredAt }) =>
    answeredAt === undefined ? [] : [{ question, at: answeredAt }],
  );
  const created_at = offsetTimestamp(began);
  const updated_at = offsetTimestamp(Math.max(began, ...answered.map(({ at }) => at)));
  return {
    account_id: userId,
    active_request: { created_at, questions: open.map(({ question }) => question), updated_at },
    answered_requests: answered.map(({ question, at }) => ({
      created_at,
      questions: [question],
      updated_at: offsetTimestamp(at),
    })),
    status: open.length > 0 ? 'ACTION_REQUIRED' : 'SUBMITTED',
    type: 'KYC',
    created_at,
    updated_at,
  };
}

function given(kind: 'address' | 'document' | 'identity', luck: ReturnType<typeof dice>): AnswerRecord {
  const file = (): string => `file_${luck.hex(16)}`;
  const address = {
    address_line1: '7 Harbour Row',
    suburb: 'Bristol',
    state: 'Avon',
    postcode: 'BS1 4QA',
    country_code: 'GB',
  };
  const identity_document = {
    back_file_id: file(),
    front_file_id: file(),
    issuing_country: 'GB',
    number: luck.digits(9),
    type: 'PASSPORT',
  };
  return {
    address: kind === 'address' ? address : null,
    attachments: kind === 'document' ? [{ file_id: file() }] : [],
    identity_document: kind === 'identity' ? identity_document : null,
  };
}
