// The form of codes in capitals: a currency of ISO 4217, a country of ISO 3166. Whether one is listed is another question.

export const isCurrencyForm = (code: string): boolean => /^[A-Z]{3}$/.test(code);

export const isCountryForm = (code: string): boolean => /^[A-Z]{2}$/.test(code);
