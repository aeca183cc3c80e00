// The service's questions to customers, in several languages, with or without English.
import { hostileTexts } from './hostile.ts';

/** A text by language code. */
type TextByLanguage = Readonly<Record<string, string>>;

export interface QuestionPlan {
  readonly key: string;
  readonly title: TextByLanguage;
  readonly description: TextByLanguage;
  readonly comment?: string;
  /** How the question was answered before the world's start; without it, the question is open. */
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

/** No English text. */
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
