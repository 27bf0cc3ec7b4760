interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export type PopupAlign = 'start' | 'center' | 'end';

/** Between the anchor and the popup, in px. */
const GAP = 4;
/** Minimum distance from the edges of the window, in px. */
const MARGIN = 8;

/** If there is less room than this, a popup may cover its anchor. */
const ROOM_MIN = 160;

/**
 * The position of a popup: below its anchor, or above it if there is more room, and always within the window.
 * A popup that is higher than the room is scrolled, so that it never covers its anchor. All values in px,
 * relative to the viewport.
 *
 * @param popup with its whole content
 */
export function popupPosition(anchor: Box, popup: Size, viewport: Size, align: PopupAlign) {
  const roomBelow = viewport.height - MARGIN - anchor.bottom - GAP;
  const roomAbove = anchor.top - GAP - MARGIN;
  const isBelow = popup.height <= roomBelow || roomBelow >= roomAbove;
  const room = isBelow ? roomBelow : roomAbove;
  const maxHeight = room < ROOM_MIN ? viewport.height - 2 * MARGIN : room;
  const height = Math.min(popup.height, maxHeight);
  const top = isBelow ? anchor.bottom + GAP : anchor.top - GAP - height;

  const middle = (anchor.left + anchor.right - popup.width) / 2;
  const wanted = { start: anchor.left, center: middle, end: anchor.right - popup.width }[align];
  const rightmost = viewport.width - popup.width - MARGIN;
  const lowest = viewport.height - height - MARGIN;

  return {
    left: Math.round(Math.max(MARGIN, Math.min(wanted, rightmost))),
    top: Math.round(Math.max(MARGIN, Math.min(top, lowest))),
    maxHeight: Math.floor(maxHeight),
  };
}

/** Moves an open popover beside its anchor. */
export function positionBeside(popup: HTMLElement, anchor: HTMLElement, align: PopupAlign) {
  const borders = popup.offsetHeight - popup.clientHeight;
  const { left, top, maxHeight } = popupPosition(
    anchor.getBoundingClientRect(),
    { width: popup.offsetWidth, height: popup.scrollHeight + borders },
    { width: document.documentElement.clientWidth, height: window.innerHeight },
    align,
  );
  popup.style.left = `${left}px`;
  popup.style.top = `${top}px`;
  popup.style.maxHeight = `${maxHeight}px`;
}
