import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

test('what sets the turns of drawing is the scheduler that React draws by', () => {
  const ours = createRequire(import.meta.url);
  const reactDom = createRequire(ours.resolve('react-dom'));
  expect(ours.resolve('scheduler')).toBe(reactDom.resolve('scheduler'));
});
