// Columns that many lists have, so that moments, amounts and IDs look the same in all of them.

import type { Timestamp } from '../../api/contract/fields.ts';
import type { Odd } from '../../api/contract/odd.ts';
import { currencyCell, type Moment, minuteCell, textCell, timeHeading } from '../../format/cells.ts';
import { t, type Untrusted, type Visible } from '../../lib/visible.ts';
import { epochOf, idText } from '../../records/facts.ts';
import type { Column } from '../kit/column-widths.ts';

type ReadValue<Value> = Value | Odd | undefined;

type Widths = readonly [min: number, max: number, drop: number];
type More<Row> = Partial<
  Pick<Column<Row, Moment>, 'heading' | 'main' | 'isId' | 'spare' | 'once' | 'orderedBy'>
>;

export const cellColumn = <Row>(
  id: string,
  title: Visible,
  [min, max, drop]: Widths,
  cell: Column<Row, Moment>['cell'],
  more: More<Row> = {},
): Column<Row, Moment> => ({ id, title, align: 'left', min, max, drop, cell, ...more });

export const figureColumn = <Row>(
  id: string,
  title: Visible,
  widths: Widths,
  cell: Column<Row, Moment>['cell'],
): Column<Row, Moment> => ({ ...cellColumn(id, title, widths, cell), align: 'decimal' });

/** `>100` leaves it out unless it is named. */
export const secondColumn = <Row>(...parts: Parameters<typeof figureColumn<Row>>): Column<Row, Moment> => ({
  ...figureColumn<Row>(...parts),
  onlyNamed: true,
});

/** Compared with its sign, so `<100` finds an overdrawn account too. */
export const balanceColumn = <Row>(...parts: Parameters<typeof figureColumn<Row>>): Column<Row, Moment> => ({
  ...figureColumn<Row>(...parts),
  isBalance: true,
});

export const timeColumn = <Row>(read: (row: Row) => ReadValue<Timestamp>): Column<Row, Moment> => ({
  ...dateColumn('time', t`Time`, [12, 16, 2], read),
  heading: timeHeading,
});

export const descriptionColumn = <Row>(read: (row: Row) => ReadValue<Untrusted>): Column<Row, Moment> =>
  mainColumn('description', t`Description`, [10, 60, 0], read);

/** Whole or not at all, because half an ID is useless. */
export const idColumn = <Row>(read: (row: Row) => ReadValue<Untrusted>): Column<Row, Moment> =>
  cellColumn('id', t`ID`, [36, 38, 6], row => textCell(read(row), 'dim'), {
    isId: true,
    orderedBy: row => idText(read(row)),
  });

/** A narrow list drops it first. */
export const otherIdColumn = <Row>(
  id: string,
  title: Visible,
  read: (row: Row) => ReadValue<Untrusted>,
): Column<Row, Moment> => ({ ...idColumn(read), id, title, drop: 9 });

/** Not the record's main time. */
export const dateColumn = <Row>(
  id: string,
  title: Visible,
  widths: Widths,
  read: (row: Row) => ReadValue<Timestamp>,
): Column<Row, Moment> =>
  cellColumn(id, title, widths, (row, moment) => minuteCell(read(row), moment), {
    orderedBy: row => epochOf(read(row)),
  });

/** By which people know a record. */
export const mainColumn = <Row>(...parts: Parameters<typeof textColumn<Row>>): Column<Row, Moment> => ({
  ...textColumn<Row>(...parts),
  main: true,
});

export const currencyColumn = <Row>(
  widths: Widths,
  read: (row: Row) => ReadValue<Untrusted>,
): Column<Row, Moment> =>
  cellColumn('currency', t`Currency`, widths, row => currencyCell(read(row)), {
    orderedBy: row => idText(read(row)),
  });

export const textColumn = <Row>(
  id: string,
  title: Visible,
  widths: Widths,
  read: (row: Row) => ReadValue<Untrusted>,
): Column<Row, Moment> =>
  cellColumn(id, title, widths, row => textCell(read(row)), { orderedBy: row => idText(read(row)) });
