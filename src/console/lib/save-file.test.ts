import { expect, onTestFinished, test, vi } from 'vitest';
import { saveFile } from './save-file.ts';

test('the file of a download can still be read a minute later', () => {
  vi.useFakeTimers();
  const link = { click: vi.fn(), href: '', download: '' };
  vi.stubGlobal('document', { createElement: () => link });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  saveFile(new Blob(['a']), 'members.csv');
  expect(link).toMatchObject({ href: expect.stringMatching(/^blob:/), download: 'members.csv' });
  expect(link.click).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(59_000);
  expect(revoke).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(revoke).toHaveBeenCalledWith(link.href);
});
