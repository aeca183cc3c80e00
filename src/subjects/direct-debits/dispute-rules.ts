// The dispute windows for direct debits as data (INTERFACE.md, Limits).

import { t, type Visible } from '../../lib/visible.ts';

/** The rule for a deadline. T is the direct debit's created_at. */
export type DisputeDeadline =
  | { readonly kind: 'hours'; readonly hours: number }
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'months'; readonly months: number }
  /** A local time of day, some business days or months after T. `zones`: the time zones that `zoneName` may mean. */
  | {
      readonly kind: 'wall';
      readonly time: string;
      readonly zones: readonly string[];
      readonly zoneName: Visible;
      readonly businessDays?: number;
      readonly months?: number;
    }
  | { readonly kind: 'none'; readonly says: Visible };

export interface DisputeRule {
  readonly location: Visible;
  readonly countries: readonly string[];
  /** The location's time zones with the earliest and the latest clocks. Each gives a local day and time of T. */
  readonly clocks: readonly string[];
  /** The routing codes of the rule: words in a code's type, and the code's value or the end of that value. */
  readonly code: {
    readonly types: readonly string[];
    readonly name: Visible;
  } & ({ readonly ends: readonly string[] } | { readonly is: readonly string[] });
  readonly windows: readonly {
    readonly who: Visible;
    readonly review: 'without review' | 'with review';
    readonly deadline: DisputeDeadline;
  }[];
}

const BUSINESS = t`business`;
const INDIVIDUAL = t`individual`;
const ANYONE = t`anyone`;
const YEAR = 12;

const pacific = { zones: ['America/Los_Angeles'], zoneName: t`Pacific` } as const;
const eastern = { zones: ['America/New_York'], zoneName: t`Eastern` } as const;

/** The rule for an American routing code. The codes differ only in the deadline for businesses without review. */
const american = (ends: string, deadline: DisputeDeadline): DisputeRule => ({
  location: t`United States`,
  countries: ['US'],
  clocks: ['America/New_York', 'America/Los_Angeles'],
  code: { types: ['ach'], ends: [ends], name: t`ACH code` },
  windows: [
    { who: BUSINESS, review: 'without review', deadline },
    { who: INDIVIDUAL, review: 'without review', deadline: { kind: 'days', days: 60 } },
    { who: BUSINESS, review: 'with review', deadline: { kind: 'months', months: YEAR } },
    { who: INDIVIDUAL, review: 'with review', deadline: { kind: 'months', months: 2 * YEAR } },
  ],
});

const INDEFINITE: DisputeDeadline = { kind: 'none', says: t`no deadline` };

export const disputeRules: readonly DisputeRule[] = [
  american('0024', { kind: 'hours', hours: 16 }),
  american('0381', { kind: 'wall', time: '06:00', ...pacific, businessDays: 1 }),
  american('6768', { kind: 'hours', hours: 36 }),
  american('3150', { kind: 'wall', time: '09:00', ...eastern, businessDays: 1 }),
  {
    location: t`United Kingdom`,
    countries: ['GB', 'UK'],
    clocks: ['Europe/London'],
    code: { types: ['sort'], ends: ['0085', '1907'], name: t`sort code` },
    windows: [
      {
        who: ANYONE,
        review: 'without review',
        deadline: { kind: 'none', says: t`not available: cancel the mandate or the direct debit instead` },
      },
      { who: ANYONE, review: 'with review', deadline: INDEFINITE },
    ],
  },
  {
    location: t`Australia`,
    countries: ['AU'],
    clocks: ['Australia/Sydney', 'Australia/Perth'],
    code: { types: ['bsb'], ends: ['3943'], name: t`BSB` },
    windows: [
      {
        who: ANYONE,
        review: 'without review',
        deadline: {
          kind: 'wall',
          time: '06:45',
          zones: ['Australia/Sydney'],
          zoneName: t`Australian Eastern`,
          businessDays: 1,
        },
      },
      { who: ANYONE, review: 'with review', deadline: { kind: 'months', months: 7 * YEAR } },
    ],
  },
  {
    location: t`Canada`,
    countries: ['CA'],
    clocks: ['America/St_Johns', 'America/Vancouver'],
    code: { types: ['institution'], is: ['352'], name: t`institution number` },
    windows: [
      {
        who: ANYONE,
        review: 'without review',
        deadline: {
          kind: 'wall',
          time: '22:00',
          // Since 2026 Alberta stays on summer time, unlike the rest of Mountain time.
          zones: ['America/Denver', 'America/Edmonton'],
          zoneName: t`Mountain`,
          businessDays: 4,
        },
      },
      { who: ANYONE, review: 'with review', deadline: INDEFINITE },
    ],
  },
  {
    location: t`Europe (Netherlands)`,
    countries: ['NL'],
    clocks: ['Europe/Amsterdam'],
    code: { types: ['swift', 'bic'], is: ['AINHNL22'], name: t`SWIFT code` },
    windows: [
      {
        who: ANYONE,
        review: 'without review',
        deadline: {
          kind: 'wall',
          time: '22:00',
          zones: ['Europe/Amsterdam'],
          zoneName: t`Central European`,
          months: 13,
        },
      },
      {
        who: ANYONE,
        review: 'with review',
        deadline: { kind: 'none', says: t`no dispute after 13 months` },
      },
    ],
  },
];
