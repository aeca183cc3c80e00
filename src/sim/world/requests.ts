// The service's requests for information about one customer: questions in several languages, and answers.

import { type Dice, dice } from '../random.ts';
import type { Payload } from '../response.ts';
import { offsetTimestamp } from '../service-clock.ts';
import type { WorldPart } from './computed-rows.ts';
import { hostileTexts } from './names.ts';

type ActiveQuestion = Payload<'rfi.get'>['active_request']['questions'][number];

/** `further`: the values of members that INTERFACE.md doesn't name. */
export interface Response {
  readonly id: string;
  readonly address?: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly further: readonly string[];
}

interface KeptQuestion {
  readonly question: ActiveQuestion;
  answeredAt: number | undefined;
}

export function createRequests(
  parts: WorldPart & { userId: string; began: number; asked: readonly QuestionPlan[] },
) {
  const { seed, name, began } = parts;
  const held = parts.asked.map((plan, i): KeptQuestion => {
    const luck = dice(seed, `${name}/question/${i}`);
    const { answered, comment = '', ...text } = plan;
    const answer = answered === undefined ? null : given(answered, luck);
    return {
      question: { id: luck.uuid(), ...text, answer, attachments: [], comment },
      answeredAt: answer === null ? undefined : began + (i + 1) * 3_600_000,
    };
  });
  return {
    rfiId: `rfi_${dice(seed, name).hex(20)}`,
    record: () => (held.length === 0 ? undefined : written(parts.userId, began, held)),
    respond: ({ id, address, files, further }: Response, now: number): boolean => {
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

/** INTERFACE.md doesn't show answered requests; here they look like an open request. */
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

function given(kind: 'address' | 'document' | 'identity', luck: Dice) {
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

type TextByLanguage = Record<string, string>;

export interface QuestionPlan {
  readonly key: string;
  readonly title: TextByLanguage;
  readonly description: TextByLanguage;
  readonly comment?: string;
  readonly answered?: 'address' | 'document' | 'identity';
}

const proofOfAddress: QuestionPlan = {
  key: 'PROOF_OF_ADDRESS',
  title: { en: 'Proof of address', zh: '地址证明', es: 'Comprobante de domicilio', ar: 'إثبات العنوان' },
  description: {
    en: 'A utility bill or a bank statement of the last three months that shows the registered address.',
    zh: '最近三个月内显示注册地址的水电费账单或银行对账单。',
    es: 'Una factura de servicios o un extracto bancario de los últimos tres meses con el domicilio social.',
    ar: 'فاتورة خدمات أو كشف حساب بنكي من الأشهر الثلاثة الأخيرة يُظهر العنوان المسجل.',
  },
};

const identity: QuestionPlan = {
  key: 'IDENTITY_DOCUMENT',
  title: { en: 'Passport of the beneficial owner', ja: '実質的支配者の旅券' },
  description: { en: 'Both sides, in colour, not expired.', ja: '両面、カラー、有効期限内のもの。' },
};

const sourceOfFunds: QuestionPlan = {
  key: 'SOURCE_OF_FUNDS',
  title: { en: 'Where the money comes from' },
  description: {
    en: 'Say in a few sentences where the payments of October come from, and what they are for.',
  },
  comment: 'The invoice that was sent before cannot be read.',
};

const operatingAddress: QuestionPlan = {
  key: 'OPERATING_ADDRESS',
  title: { de: 'Anschrift des Lagers', pl: 'Adres magazynu' },
  description: {
    de: 'Vollständige Anschrift, an der die Ware liegt.',
    pl: 'Pełny adres, pod którym jest towar.',
  },
};

const russian: QuestionPlan = {
  key: 'BUSINESS_ACTIVITY',
  title: { ru: 'Чем занимается компания' },
  description: { ru: 'Опишите товары, покупателей и страны.' },
};

export const asked = {
  much: [{ ...identity, answered: 'identity' }, proofOfAddress, sourceOfFunds, operatingAddress],
  withoutEnglish: [operatingAddress, { ...proofOfAddress, answered: 'document' }],
  arabic: [proofOfAddress],
  russian: [russian],
  answered: [
    { ...proofOfAddress, answered: 'address' },
    { ...identity, answered: 'identity' },
  ],
  hostile: hostileTexts.slice(0, 12).map((text, i) => ({
    key: hostileTexts[i + 1] ?? text,
    title: { [i % 2 === 0 ? 'en' : text]: text },
    description: { en: hostileTexts[i + 9] ?? text, constructor: text },
    comment: hostileTexts[i + 5] ?? text,
    ...(i === 3 && { answered: 'address' as const }),
  })),
} as const satisfies Record<string, readonly QuestionPlan[]>;
