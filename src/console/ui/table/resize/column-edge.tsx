import { useState } from 'react';
import styles from './column-edge.module.css';

/** The widths of all columns in pixels, by their id. */
export type ColumnWidths = Readonly<Record<string, number>>;

interface ColumnEdgeProps {
  /** In pixels. */
  readonly minWidth: number;
  readonly maxWidth: number;
  /** Called with the widths as they are when a drag begins, and as the user wants them when it ends. */
  readonly onResize: (widths: ColumnWidths) => void;
}

/** The edge of a header, dragged with the pointer to resize its column. Keyboards need another way to do it. */
export function ColumnEdge({ minWidth, maxWidth, onResize }: ColumnEdgeProps) {
  const [isDragging, setDragging] = useState(false);
  return (
    <span
      className={styles.edge}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={({ currentTarget: edge, pointerId, clientX }) => {
        const header = edge.closest('th');
        if (!header || !edge.hasPointerCapture(pointerId)) return;
        if (!isDragging) {
          setDragging(true);
          // So that no other column changes.
          onResize(measureColumns(edge));
        }
        const width = clientX - header.getBoundingClientRect().left;
        header.style.width = `${Math.min(maxWidth, Math.max(minWidth, width))}px`;
      }}
      onLostPointerCapture={({ currentTarget: edge }) => {
        if (isDragging) onResize(measureColumns(edge));
        setDragging(false);
      }}
    />
  );
}

function measureColumns(edge: Element): ColumnWidths {
  const headers = edge.closest('tr')?.querySelectorAll<HTMLElement>('[data-column]') ?? [];
  return Object.fromEntries(
    [...headers].flatMap(({ dataset: { column = '' }, offsetWidth }) =>
      // Those without room are hidden.
      offsetWidth > 0 ? [[column, offsetWidth]] : [],
    ),
  );
}
