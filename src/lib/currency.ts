/** The codes of currencies with their decimal places (ISO 4217), and the form of country codes (ISO 3166). */

/** The last line lists withdrawn codes that older records still have. */
const TWO_DIGITS = `
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU
CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES
KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR
NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
ANG BGN CUC HRK SLL ZWL`;

const NO_DIGITS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const THREE_DIGITS = 'BHD IQD JOD KWD LYD OMR TND';
const FOUR_DIGITS = 'CLF UYW';

/** Metals, funds and test codes. */
const WITHOUT_DIGITS = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX';

const DIGITS: ReadonlyMap<string, number | undefined> = new Map([
  ...listed(TWO_DIGITS, 2),
  ...listed(NO_DIGITS, 0),
  ...listed(THREE_DIGITS, 3),
  ...listed(FOUR_DIGITS, 4),
  ...listed(WITHOUT_DIGITS, undefined),
]);

function listed(codes: string, digits: number | undefined): [string, number | undefined][] {
  return codes
    .trim()
    .split(/\s/)
    .map(code => [code, digits]);
}

/** Undefined for an unlisted code, and for a code without decimal places (gold). */
export const currencyDigits = (code: string): number | undefined => DIGITS.get(code);

/** The service pays and publishes these in whole units. */
const WHOLE_UNITS: ReadonlySet<string> = new Set(['HUF']);

/** Decimal places of the service's own amounts: never more than `currencyDigits`. */
export const publishedDigits = (code: string): number | undefined =>
  WHOLE_UNITS.has(code) ? 0 : currencyDigits(code);

/** In capitals. */
export const isCurrencyCode = (code: string): boolean => DIGITS.has(code);

/** In capitals if it is a listed code in other letters. */
export const asCurrencyCode = (text: string): string =>
  /^[a-z]{3}$/i.test(text) && isCurrencyCode(text.toUpperCase()) ? text.toUpperCase() : text;

export const isCurrencyForm = (code: string): boolean => /^[A-Z]{3}$/.test(code);

/** As a filter of a list: a wallet may hold USDC. */
export const isCurrencyFilter = (code: string): boolean => /^[A-Z][A-Z0-9]{2,5}$/.test(code);

export const isCountryForm = (code: string): boolean => /^[A-Z]{2}$/.test(code);

/** INTERFACE.md says "ISO code" in the body of a new customer, which has two or three letters. */
export const isIsoCountry = (code: string): boolean => /^[A-Z]{2,3}$/.test(code);
