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

/**
 * The position of a popup: below its anchor, above it if there is only room there, and always within
 * the window. All values in px, relative to the viewport.
 */
export function popupPosition(anchor: Box, popup: Size, viewport: Size, align: PopupAlign) {
  const below = anchor.bottom + GAP;
  const above = anchor.top - GAP - popup.height;
  const fitsBelow = below + popup.height + MARGIN <= viewport.height;
  const top = fitsBelow || above < MARGIN ? below : above;

  const middle = (anchor.left + anchor.right - popup.width) / 2;
  const wanted = { start: anchor.left, center: middle, end: anchor.right - popup.width }[align];
  const rightmost = viewport.width - popup.width - MARGIN;
  const lowest = viewport.height - popup.height - MARGIN;

  return {
    left: Math.round(Math.max(MARGIN, Math.min(wanted, rightmost))),
    top: Math.round(Math.max(MARGIN, Math.min(top, lowest))),
  };
}

/** Moves an open popover beside its anchor. */
export function positionBeside(popup: HTMLElement, anchor: HTMLElement, align: PopupAlign) {
  const { left, top } = popupPosition(
    anchor.getBoundingClientRect(),
    { width: popup.offsetWidth, height: popup.offsetHeight },
    { width: document.documentElement.clientWidth, height: window.innerHeight },
    align,
  );
  popup.style.left = `${left}px`;
  popup.style.top = `${top}px`;
}
