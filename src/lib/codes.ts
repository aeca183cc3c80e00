// The form of currency codes (ISO 4217) and country codes (ISO 3166). Nothing here checks whether a code is listed.

export const isCurrencyForm = (code: string): boolean => /^[A-Z]{3}$/.test(code);

export const isCountryForm = (code: string): boolean => /^[A-Z]{2}$/.test(code);
