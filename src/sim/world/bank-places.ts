// Where accounts are held: for each currency a country, a bank and its routing codes.
import type { Dice, NonEmpty } from '../random.ts';

interface BankPlace {
  readonly country: string;
  readonly bank: ReturnType<typeof bank>;
  readonly branch: string;
  readonly swift: string;
  readonly clearing: readonly string[];
  /** The local routing code: `free` random digits, then a fixed ending (INTERFACE.md, Limits: dispute windows). */
  readonly routing?: {
    readonly type: string;
    readonly free: number;
    readonly ending: NonEmpty<string>;
  };
  /** The bank code in an IBAN, and how many digits follow. */
  readonly iban?: { readonly bank: string; readonly digits: number };
}

const bank = (name: string, city: string, address: string, zip: string) => ({ name, city, address, zip });

const places: Readonly<Record<string, BankPlace>> = {
  GBP: {
    country: 'GB',
    bank: bank('Thameside Clearing Bank plc', 'London', '30 St Mary Axe', 'EC3A 8BF'),
    branch: 'City Office',
    swift: 'THSDGB2LXXX',
    clearing: ['FPS', 'BACS', 'CHAPS'],
    routing: { type: 'sort_code', free: 2, ending: ['0085', '1907'] },
    iban: { bank: 'THSD', digits: 14 },
  },
  EUR: {
    country: 'NL',
    bank: bank('Amstel Incasso Nederland N.V.', 'Amsterdam', 'Herengracht 595', '1017 CE'),
    branch: 'Hoofdkantoor',
    swift: 'AINHNL22',
    clearing: ['SEPA', 'SEPA_INSTANT'],
    iban: { bank: 'AINH', digits: 10 },
  },
  USD: {
    country: 'US',
    bank: bank('First Prairie Community Bank', 'Sioux Falls', '141 N Main Ave', '57104'),
    branch: 'Main Avenue',
    swift: 'FPCBUS44',
    clearing: ['ACH', 'FEDWIRE'],
    routing: { type: 'ach', free: 5, ending: ['0024', '0381', '6768', '3150'] },
  },
  AUD: {
    country: 'AU',
    bank: bank('Southern Cross Mutual', 'Melbourne', '120 Collins Street', '3000'),
    branch: 'Collins Street',
    swift: 'SCMUAU3M',
    clearing: ['BECS', 'NPP'],
    routing: { type: 'bsb', free: 2, ending: ['3943'] },
  },
  CAD: {
    country: 'CA',
    bank: bank('Banque Rivière-Rouge', 'Montréal', '1155 boul. René-Lévesque', 'H3B 3X7'),
    branch: 'Centre-ville',
    swift: 'BRRCCAM3',
    clearing: ['EFT'],
    routing: { type: 'institution_number', free: 0, ending: ['352'] },
  },
  JPY: {
    country: 'JP',
    bank: bank('さくら海運銀行', '東京', '千代田区丸の内1-6-5', '100-0005'),
    branch: '丸の内支店',
    swift: 'SKRAJPJT',
    clearing: ['ZENGIN'],
  },
  KWD: {
    country: 'KW',
    bank: bank('بنك المرسى', 'مدينة الكويت', 'شارع مبارك الكبير', '13001'),
    branch: 'الفرع الرئيسي',
    swift: 'MRSAKWKW',
    clearing: ['KASSIP'],
    iban: { bank: 'MRSA', digits: 22 },
  },
  CHF: {
    country: 'CH',
    bank: bank('Zürcher Uferbank AG', 'Zürich', 'Bahnhofstrasse 45', '8001'),
    branch: 'Hauptsitz',
    swift: 'ZUFBCHZZ',
    clearing: ['SIC'],
    iban: { bank: '', digits: 17 },
  },
  INR: {
    country: 'IN',
    bank: bank('गंगा सहकारी बैंक', 'मुंबई', 'फोर्ट, वीर नरीमन रोड', '400001'),
    branch: 'फोर्ट शाखा',
    swift: 'GSBKINBB',
    clearing: ['NEFT', 'IMPS'],
  },
};

const elsewhere: BankPlace = {
  country: 'SG',
  bank: bank('Straits Correspondent Bank', 'Singapore', '8 Marina Boulevard', '018981'),
  branch: 'Marina',
  swift: 'STCBSGSG',
  clearing: [],
};

export const placeOf = (currency: string): BankPlace => places[currency] ?? elsewhere;

/** With valid check digits. `local`, such as a sort code, comes before the account number. Empty if the country has no IBANs. */
export function ibanFor(place: BankPlace, accountNumber: string, local: string, luck: Dice): string {
  const { iban, country } = place;
  if (iban === undefined || !/^\d+$/.test(accountNumber)) return '';
  const between = iban.digits - accountNumber.length;
  const own = `${iban.bank}${local.length === between ? local : luck.digits(between)}${accountNumber}`;
  const digits = `${own}${country}00`.replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55));
  const check = 98n - (BigInt(digits) % 97n);
  return `${country}${String(check).padStart(2, '0')}${own}`;
}
