// Family B's accounts: list, balances, transactions, balance history (INTERFACE.md, Family B: accounts).
import { placeOf } from '../world/bank-places.ts';
import { no, period, type Routes } from './route.ts';

const reversed = 'from_date is after to_date.';

export const accountRoutes = {
  'account.list': ({ customer, query }) =>
    customer.accounts
      .filter(
        ({ record, currencies }) =>
          (query.id === undefined || record.id === query.id) &&
          (query.currency === undefined || currencies.includes(query.currency)) &&
          (query.status === undefined || record.status === query.status),
      )
      .map(({ record }) => record),
  'account.create': ({ customer, body, effect }) => {
    const { currency, country, label = '', required_features: features } = body;
    const place = placeOf(currency);
    if (place.country !== country) return no(`There are no accounts in ${currency} in this country.`);
    const others = features.map(feature => feature.currency).filter(other => other !== currency);
    const { record } = customer.open({
      label,
      currencies: [currency, ...new Set(others)],
      global: body.type === 'global_account',
    });
    effect(customer.userId, record.id);
    return [{ ...record, swift_code: place.swift }];
  },
  'account.balances': ({ customer }) => [...customer.balances],
  'account.transactions': ({ customer, headers, query, page }) => {
    const list = customer.transactions.get(headers['x-account-id']);
    if (list === undefined) return no('Account not found.');
    const days = period(query.from_date, query.to_date, reversed);
    if ('refused' in days) return days;
    const { currency, status } = query;
    if (status !== undefined && status !== 'PENDING' && status !== 'SETTLED') return [];
    return page(list, {
      ...days,
      ...(currency !== undefined && { kind: kind => kind.currency === currency }),
      ...(status === 'PENDING' && { high: list.pending }),
      ...(status === 'SETTLED' && { low: list.pending }),
    });
  },
  'account.balanceHistory': ({ customer, query, page }) => {
    const days = period(query.from_date, query.to_date, reversed);
    if ('refused' in days) return days;
    const { currency, transaction_type: type } = query;
    return page(customer.history, {
      ...days,
      kind: kind =>
        (currency === undefined || kind.currency === currency) &&
        (type === undefined || kind.transaction === type),
    });
  },
} satisfies Partial<Routes>;
