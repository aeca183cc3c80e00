// A windowed table: it composes and draws only the rows that are on screen.

import { useState } from 'react';
import { Line, Lines } from './Line.tsx';
import { createTableLines, type TableParts } from './table-lines.ts';

interface TableProps<Row, Context> extends TableParts<Row, Context> {
  /** Rows of the screen, the heading included. */
  readonly height: number;
}

export function Table<Row, Context>({ height, ...parts }: TableProps<Row, Context>) {
  const [compose] = useState(() => createTableLines<Row, Context>());
  const { heading, rows } = compose(parts);
  return (
    <>
      <Line text={heading} />
      <Lines lines={rows} height={Math.max(0, height - 1)} />
    </>
  );
}
