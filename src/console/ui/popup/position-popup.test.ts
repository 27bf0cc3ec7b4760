import { expect, test } from 'vitest';
import { popupPosition } from './position-popup.ts';

const viewport = { width: 1000, height: 600 };
const popup = { width: 200, height: 100 };
const anchorAt = (left: number, top: number) => ({
  left,
  right: left + 80,
  top,
  bottom: top + 32,
});

test('a popup is below its anchor, aligned with it', () => {
  expect(popupPosition(anchorAt(400, 100), popup, viewport, 'start')).toEqual({
    left: 400,
    top: 136,
  });
  expect(popupPosition(anchorAt(400, 100), popup, viewport, 'end')).toEqual({
    left: 280,
    top: 136,
  });
  expect(popupPosition(anchorAt(400, 100), popup, viewport, 'center')).toEqual({
    left: 340,
    top: 136,
  });
});

test('a popup is above its anchor if there is no room below', () => {
  expect(popupPosition(anchorAt(400, 550), popup, viewport, 'start').top).toBe(446);
});

test('a popup never leaves the window', () => {
  expect(popupPosition(anchorAt(950, 100), popup, viewport, 'start').left).toBe(792);
  expect(popupPosition(anchorAt(0, 100), popup, viewport, 'end').left).toBe(8);
  expect(popupPosition(anchorAt(0, 20), { width: 200, height: 570 }, viewport, 'start').top).toBe(
    22,
  );
});
