/** Quotes, and the conversions that use them. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { amount, currencyCode, oneOf, text, timestamp } from './fields.ts';
import { declare, familyB } from './operation.ts';
import { currency, money, oneAmount, someText } from './request-fields.ts';

const CALL = { ...familyB, section: 'Endpoints › Family B: foreign exchange' } as const;
const READ = { ...CALL, class: 'read', method: 'GET' } as const;

const quoteTypes = ['payout', 'conversion'] as const;
const schedules = ['immediate', 'end_of_day', 'next_day', '2_days'] as const;
/** INTERFACE.md, Limits: quote lock_period. */
const lockPeriods = ['5_mins', '15_mins', '1_hour', '4_hours', '8_hours', '24_hours'] as const;

/** INTERFACE.md, Quote: `quote.get` has no `quoteType` and no `createdTime`. */
const quoteDetails = z.object({
  id: text(),
  netExchangeRate: amount(),
  expiryTime: timestamp(),
  sourceCurrencyCode: currencyCode(),
  destinationCurrencyCode: currencyCode(),
  conversionSchedule: oneOf(schedules),
  lockPeriod: oneOf(lockPeriods),
  rateCaptureTime: timestamp(),
  sourceAmount: amount(),
  destinationAmount: amount(),
});

const quote = quoteDetails.extend({ quoteType: oneOf(quoteTypes), createdTime: timestamp() });

/** INTERFACE.md, Conversion. */
const conversionStatus = ['processing', 'SETTLED'] as const;

const createdConversion = z.object({
  id: text(),
  status: oneOf(conversionStatus),
  conversion_time: timestamp(),
  source_currencycode: currencyCode(),
  destination_currencycode: currencyCode(),
  source_amount: amount(),
  destination_amount: amount(),
  quote_id: text(),
  net_exchangerate: amount(),
  system_reference_number: text(),
  createdTime: timestamp(),
});

const conversion = z.object({
  id: text(),
  status: oneOf(conversionStatus),
  conversionTime: timestamp(),
  sourceCurrencycode: currencyCode(),
  destinationCurrencycode: currencyCode(),
  sourceAmount: amount(),
  destinationAmount: amount(),
  quoteId: text(),
  netExchangerate: amount(),
  systemReferenceNumber: text(),
  createdTime: timestamp(),
});

const amounts = { source_amount: money().optional(), destination_amount: money().optional() };

/** The members in the examples. The field list requires three more. */
const shortConversion = { quote_id: someText(), ...amounts };

export const foreignExchange = declare({
  'quote.create': {
    title: t`Quote`,
    ...CALL,
    class: 'quote',
    method: 'GET',
    path: '/svc/api/v1/transfer/quote',
    query: oneAmount(
      z.strictObject({
        quote_type: z.enum(quoteTypes),
        lock_period: z.enum(lockPeriods),
        conversion_schedule: z.enum(schedules),
        source_currencycode: currency(),
        destination_currencycode: currency(),
        ...amounts,
      }),
    ),
    dialect: ({ quote: method, nullAmount }) => ({
      method,
      queryIn: method === 'POST' ? 'body' : 'query',
      nulls: nullAmount === 'null' ? ['source_amount', 'destination_amount'] : [],
    }),
    result: quote,
  },
  'quote.get': {
    title: t`Quote details`,
    ...READ,
    path: '/svc/api/v1/transfer/quotedetails',
    query: z.strictObject({ quote_id: someText() }),
    result: quoteDetails,
  },
  'conversion.create': {
    title: t`Conversion`,
    ...CALL,
    class: 'money',
    unrequired: ['authorization'],
    method: 'POST',
    path: '/svc/api/v1/transfer/conversion',
    body: oneAmount(
      z.strictObject({
        ...shortConversion,
        source_currency: currency(),
        destination_currency: currency(),
        validAmount: z.boolean(),
      }),
    ),
    dialect: ({ conversionFields }) =>
      conversionFields === 'short' ? { bodySchema: oneAmount(z.strictObject(shortConversion)) } : {},
    result: createdConversion,
    success: {
      data: 'payload',
      words: [...conversionStatus, 'PENDING', 'CREATED', 'SUBMITTED', 'SCHEDULED', 'COMPLETED'],
    },
  },
  'conversion.get': {
    title: t`Conversion details`,
    ...READ,
    path: '/svc/api/v1/transfer/conversion',
    query: z.strictObject({ conversion_id: someText() }),
    dialect: ({ conversion: where }) =>
      where === 'path' ? { path: '/svc/api/v1/transfer/conversion/{conversion_id}' } : {},
    result: conversion,
  },
});
