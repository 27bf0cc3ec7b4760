import { type PopupAlign, placePopup } from './place-popup.ts';

/** Puts a shown popover beside its anchor. */
export function placeBeside(popup: HTMLElement, anchor: HTMLElement, align: PopupAlign) {
  const { left, top } = placePopup(
    anchor.getBoundingClientRect(),
    { width: popup.offsetWidth, height: popup.offsetHeight },
    { width: document.documentElement.clientWidth, height: window.innerHeight },
    align,
  );
  popup.style.left = `${left}px`;
  popup.style.top = `${top}px`;
}
