import type { MouseEvent } from 'react';

const findButton = ({ target }: MouseEvent) =>
  target instanceof Element ? target.closest<HTMLElement>('button') : null;

/**
 * Props of a form that validates fields when they lose the focus. The message of an invalid field
 * moves what is below it, so a pressed button takes the focus only once the click has reached it.
 */
export const keepButtonsInPlace = {
  onMouseDown(event: MouseEvent) {
    if (findButton(event)) event.preventDefault();
  },
  onClickCapture(event: MouseEvent) {
    const button = findButton(event);
    if (button && document.activeElement !== button) button.focus();
  },
};
