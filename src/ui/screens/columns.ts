// Columns that many lists have, so that a moment, an amount and an ID look alike in all of them.

import type { Timestamp } from '../../api/contract/fields.ts';
import type { Odd } from '../../api/contract/odd.ts';
import type { Decimal } from '../../lib/decimal.ts';
import { t, type Untrusted, type Visible } from '../../lib/visible.ts';
import type { Column } from '../kit/columns.ts';
import {
  idText,
  type Moment,
  minuteCell,
  movedCell,
  signedCell,
  statusCell,
  textCell,
  timeHeading,
} from './cells.ts';

type ReadValue<Value> = Value | Odd | undefined;

/** Epoch ms of a valid moment. */
export const epochOf = (value: ReadValue<Timestamp>): number | undefined =>
  value && 'epochMs' in value ? value.epochMs : undefined;

export const timeColumn = <Row>(read: (row: Row) => ReadValue<Timestamp>): Column<Row, Moment> => ({
  id: 'time',
  title: t`Time`,
  heading: timeHeading,
  align: 'left',
  min: 12,
  max: 16,
  drop: 2,
  cell: (row, moment) => minuteCell(read(row), moment),
  orderedBy: row => epochOf(read(row)),
});

export const descriptionColumn = <Row>(read: (row: Row) => ReadValue<Untrusted>): Column<Row, Moment> => ({
  id: 'description',
  title: t`Description`,
  align: 'left',
  min: 10,
  max: 60,
  drop: 0,
  main: true,
  cell: row => textCell(read(row)),
  orderedBy: row => idText(read(row)),
});

/** The amount that a list is about: never dropped. */
export const amountColumn = <Row>(
  read: (
    row: Row,
  ) => readonly [amount: ReadValue<Decimal>, currency: ReadValue<Untrusted>, direction?: ReadValue<string>],
): Column<Row, Moment> => ({
  id: 'amount',
  title: t`Amount`,
  align: 'decimal',
  min: 12,
  max: 40,
  drop: 0,
  cell(row) {
    const [amount, currency, direction] = read(row);
    return signedCell(amount, currency, direction);
  },
});

/** The same of a balance's history, whose amounts have the sign of their direction. */
export const movedColumn = <Row>(
  read: (row: Row) => readonly [amount: ReadValue<Decimal>, currency: ReadValue<Untrusted>],
): Column<Row, Moment> => ({ ...amountColumn(read), cell: row => movedCell(...read(row)) });

/** Whole or not at all: half an ID is useless. */
export const idColumn = <Row>(read: (row: Row) => ReadValue<Untrusted>): Column<Row, Moment> => ({
  id: 'id',
  title: t`ID`,
  align: 'left',
  min: 36,
  max: 38,
  drop: 6,
  isId: true,
  cell: row => textCell(read(row), 'dim'),
  orderedBy: row => idText(read(row)),
});

/** Another ID than the record's own: the first to go. */
export const otherIdColumn = <Row>(
  id: string,
  title: Visible,
  read: (row: Row) => ReadValue<Untrusted>,
): Column<Row, Moment> => ({ ...idColumn(read), id, title, drop: 9 });

/** The record's status: never dropped, unless the list says so. */
export const statusColumn = <Row>(
  read: (row: Row) => ReadValue<string>,
  tones: Parameters<typeof statusCell>[1],
  [min, max, drop]: readonly [min: number, max: number, drop: number] = [8, 14, 0],
): Column<Row, Moment> => ({
  id: 'status',
  title: t`Status`,
  align: 'left',
  min,
  max,
  drop,
  cell: row => statusCell(read(row), tones),
});

/** The text of the field that people read the list by. */
export const mainColumn = <Row>(...parts: Parameters<typeof textColumn<Row>>): Column<Row, Moment> => ({
  ...textColumn<Row>(...parts),
  main: true,
});

/** The text of one field. */
export const textColumn = <Row>(
  id: string,
  title: Visible,
  [min, max, drop]: readonly [min: number, max: number, drop: number],
  read: (row: Row) => ReadValue<Untrusted>,
): Column<Row, Moment> => ({
  id,
  title,
  align: 'left',
  min,
  max,
  drop,
  cell: row => textCell(read(row)),
  orderedBy: row => idText(read(row)),
});
