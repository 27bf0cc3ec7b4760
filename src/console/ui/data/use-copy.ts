import { useEffect, useState } from 'react';
import { commandKey } from '#console/lib/command-key.ts';

/** Shown while `copied` is false. */
export const COPY_HINT = `Select the text and press ${commandKey('C')}`;

/** How long "Copied" is shown. After a failure the hint stays until the next attempt. */
const FEEDBACK_MS = 2000;

/**
 * Copies a text to the clipboard. `copied` is true for a moment after success, and false if the browser
 * blocked it: no permission, or no secure origin. `copy` resolves to whether it worked.
 */
export function useCopy(text: string) {
  const [copied, setCopied] = useState<boolean>();

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(setCopied, FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    const done = await write(text);
    setCopied(done);
    return done;
  }

  return { copied, copy };
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
