// The customers that every simulated world has: names, money and lists.
import type { NonEmpty } from '../random.ts';
import { counterparties, hostileTexts } from './names.ts';
import { asked, type QuestionPlan } from './requests.ts';
import type { AccountPlan } from './sim-account.ts';

export type BalancePlan = readonly [currency: string, available: string, pending: string, reserved: string];

export interface CustomerPlan {
  readonly name: string;
  /** Family A uses the platform for a request without a connected account. */
  readonly platform?: boolean;
  readonly accounts: readonly AccountPlan[];
  readonly balances: readonly BalancePlan[];
  /** The simulator's `rows` by default. */
  readonly rows?: number;
  readonly counterparties: NonEmpty<string>;
  /** ACTIVE by default; INTERFACE.md names only CREATED. */
  readonly status?: string;
  readonly personal?: boolean;
  readonly asked?: readonly QuestionPlan[];
}

const account = (label: string, ...currencies: [string, ...string[]]): AccountPlan => ({
  label,
  currencies,
  global: true,
});
const virtual = (...plan: Parameters<typeof account>) => ({ ...account(...plan), global: false });
const fresh = (plan: AccountPlan): AccountPlan => ({ ...plan, inactive: true });

export const cast: readonly CustomerPlan[] = [
  {
    name: 'Bramble & Finch Trading Ltd',
    accounts: [
      account('Operations', 'GBP'),
      account('US sales', 'USD', 'CAD'),
      account('Euro suppliers', 'EUR', 'CHF'),
      virtual('日本の売上', 'JPY'),
      account('Kuwait office · الكويت', 'KWD'),
      fresh(account('Australia (new)', 'AUD')),
      virtual('Jakarta collections', 'IDR'),
    ],
    balances: [
      ['GBP', '184203.17', '1250.00', '300.00'],
      ['USD', '-1250.75', '98000.10', '0'],
      ['EUR', '73110.40', '0', '15000.00'],
      ['JPY', '12045000', '88000', '0'],
      ['KWD', '1.005', '0.250', '0.000'],
      ['AUD', '0.10', '0', '0'],
      ['CHF', '20.00', '0', '0'],
      ['CAD', '5400.05', '12.30', '0'],
      ['IDR', '9007199254740993.01', '0.10', '0'],
    ],
    counterparties,
    asked: asked.much,
  },
  {
    name: 'Großhandel Höß & Söhne GmbH',
    accounts: [
      account('Hauptkonto', 'EUR', 'CHF'),
      account('UK Niederlassung', 'GBP'),
      virtual('Projekt Łódź', 'PLN'),
    ],
    balances: [
      ['EUR', '1204500.99', '0', '4000'],
      ['CHF', '310.05', '0', '0'],
      ['GBP', '8.10', '0', '0'],
      ['PLN', '99999.99', '1', '0'],
    ],
    counterparties,
    asked: asked.withoutEnglish,
  },
  {
    name: '株式会社さくら貿易',
    accounts: [account('本社口座', 'JPY'), account('US ドル口座', 'USD')],
    balances: [
      ['JPY', '902334518', '0', '120000'],
      ['USD', '45210.00', '0', '0'],
    ],
    counterparties,
  },
  {
    name: 'شركة الخليج للتجارة العامة',
    accounts: [account('الحساب الرئيسي', 'KWD'), virtual('دولار', 'USD')],
    balances: [
      ['KWD', '48210.125', '0.005', '10.000'],
      ['USD', '700.00', '0', '0'],
    ],
    counterparties,
    status: 'IN_REVIEW',
    asked: asked.arabic,
  },
  {
    name: 'Ελληνικά Νησιά Ναυτιλιακή ΑΕ',
    accounts: [account('Κύριος λογαριασμός', 'EUR')],
    balances: [['EUR', '512.30', '0', '0']],
    rows: 3,
    counterparties,
    asked: asked.answered,
  },
  {
    name: 'ООО «Северная звезда»',
    accounts: [fresh(account('Новый счёт', 'GBP'))],
    balances: [],
    rows: 0,
    counterparties,
    status: 'CREATED',
    asked: asked.russian,
  },
  {
    name: 'श्री सरस्वती टेक्सटाइल्स ไทยแลนด์ 🧵',
    accounts: [account('मुख्य खाता', 'INR'), virtual('บัญชีกรุงเทพ', 'THB'), virtual('חשבון שקלים', 'ILS')],
    balances: [
      ['INR', '8123456.50', '0', '0'],
      ['THB', '0.00', '0', '0'],
      ['ILS', '19.90', '0', '0'],
    ],
    counterparties,
    status: 'SUSPENDED',
    personal: true,
  },
  {
    name: hostileTexts[0],
    accounts: hostileTexts.map((label, i) =>
      i % 2 === 0 ? account(label, 'GBP', 'USD') : virtual(label, 'EUR'),
    ),
    balances: [
      ['GBP', '1000.00', '0', '0'],
      ['USD', '-0.01', '0', '0'],
      ['EUR', '1.10', '0', '0'],
    ],
    counterparties: hostileTexts,
    status: 'CREATED',
    personal: true,
    asked: asked.hostile,
  },
  {
    name: 'Purser Demo Platform',
    platform: true,
    accounts: [account('Platform fees', 'GBP'), account('Platform treasury', 'USD', 'EUR')],
    balances: [
      ['GBP', '25000000.00', '0', '0'],
      ['USD', '17350000.42', '0', '0'],
      ['EUR', '0', '0', '0'],
    ],
    counterparties,
  },
];
