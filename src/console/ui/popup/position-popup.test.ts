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
  expect(popupPosition(anchorAt(400, 100), popup, viewport, 'start')).toMatchObject({
    left: 400,
    top: 136,
  });
  expect(popupPosition(anchorAt(400, 100), popup, viewport, 'end')).toMatchObject({
    left: 280,
    top: 136,
  });
  expect(popupPosition(anchorAt(400, 100), popup, viewport, 'center')).toMatchObject({
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
});

test('a popup that is higher than the room is scrolled beside its anchor', () => {
  const high = { width: 200, height: 570 };
  expect(popupPosition(anchorAt(0, 20), high, viewport, 'start')).toEqual({
    left: 8,
    top: 56,
    maxHeight: 536,
  });
  expect(popupPosition(anchorAt(0, 400), high, viewport, 'start')).toEqual({
    left: 8,
    top: 8,
    maxHeight: 388,
  });
  // A window with little room on both sides.
  const small = { width: 300, height: 240 };
  expect(popupPosition(anchorAt(0, 100), high, small, 'start')).toMatchObject({
    top: 8,
    maxHeight: 224,
  });
});
