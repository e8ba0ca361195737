// A table of cells through which the keyboard moves as through a spreadsheet.

import { Component, type ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

export interface GridCell {
  content: ComponentChildren;
  className: string;
  /** What a screen reader says of it. */
  label: string;
}

interface Props {
  label: string;
  corner: string;
  rows: { text: string; title: string }[];
  columns: { text: string; title: string }[];
  /** The row and the column of the active cell; -1 where it is in none. */
  active: [number, number];
  /** The cells of each row; the same lists as long as they say the same. */
  cells: GridCell[][];
  onActive: (row: number, column: number) => void;
  onHover: (row: number, column: number) => void;
  /** Enter on a cell. */
  onEnter?: () => void;
}

/** How many rows a page of the keyboard is. */
const PAGE = 8;

export function Grid({ label, corner, rows, columns, active, cells, onActive, onHover, onEnter }: Props) {
  const body = useRef<HTMLTableElement>(null);
  // The cell that the keyboard comes to, which is the first of the table where none is active.
  const [row, column] = [Math.max(0, active[0]), Math.max(0, active[1])];
  const selected = active[0] >= 0 && active[1] >= 0;

  useEffect(() => {
    const table = body.current;
    if (table?.contains(document.activeElement) !== true) return;
    const cell = table.querySelector<HTMLElement>('[tabindex="0"]');
    if (cell !== document.activeElement) cell?.focus();
  }, [row, column]);

  const keys = (event: KeyboardEvent) => {
    const [last, end] = [rows.length - 1, columns.length - 1];
    const all = event.ctrlKey || event.metaKey;
    const to: Record<string, [number, number]> = {
      ArrowUp: [all ? 0 : row - 1, column],
      ArrowDown: [all ? last : row + 1, column],
      ArrowLeft: [row, all ? 0 : column - 1],
      ArrowRight: [row, all ? end : column + 1],
      Home: [all ? 0 : row, 0],
      End: [all ? last : row, end],
      PageUp: [row - PAGE, column],
      PageDown: [row + PAGE, column],
    };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      onActive(Math.max(0, Math.min(last, next[0])), Math.max(0, Math.min(end, next[1])));
    } else if (event.key === "Enter" && onEnter !== undefined) {
      event.preventDefault();
      onEnter();
    }
  };

  return (
    <div class="scroll">
      <table
        ref={body}
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        class="grid"
        onKeyDown={keys}
      >
        <thead>
          <tr role="row">
            <th role="columnheader" scope="col" class="corner">
              {corner}
            </th>
            {columns.map(({ text, title }, at) => (
              <th role="columnheader" scope="col" title={title} class={at === active[1] ? "here" : ""} key={text}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ text, title }, at) => (
            <Row
              key={text}
              at={at}
              text={text}
              title={title}
              cells={cells[at] ?? []}
              here={at === active[0]}
              active={at === row ? column : -1}
              selected={selected}
              onActive={onActive}
              onHover={onHover}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  at: number;
  text: string;
  title: string;
  cells: GridCell[];
  here: boolean;
  /** The column that the keyboard comes to; -1 in any other row. */
  active: number;
  selected: boolean;
  onActive: (row: number, column: number) => void;
  onHover: (row: number, column: number) => void;
}

/** A row, drawn anew only if it becomes another. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const { cells, here, active, text } = this.props;
    return cells !== next.cells || here !== next.here || active !== next.active || text !== next.text || active >= 0;
  }

  override render({ at, text, title, cells, here, active, selected }: RowProps) {
    return (
      <tr role="row">
        <th role="rowheader" scope="row" title={title} class={here ? "here" : ""}>
          {text}
        </th>
        {cells.map(({ content, className, label }, place) => (
          <td
            role="gridcell"
            key={place}
            class={className}
            tabIndex={place === active ? 0 : -1}
            aria-selected={selected && place === active}
            aria-label={label}
            onClick={(event) => {
              this.props.onActive(at, place);
              event.currentTarget.focus();
            }}
            onMouseEnter={() => this.props.onHover(at, place)}
          >
            {content}
          </td>
        ))}
      </tr>
    );
  }
}
