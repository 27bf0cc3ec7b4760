import { useEffect, useState } from 'react';

/** How long "copied" stands, in ms; what to do after a refusal stands until the next press. */
const FEEDBACK_MS = 2000;

/**
 * Copies a text to the clipboard. `copied` is undefined before and once it was told, and false where
 * the browser refused: no permission, or no secure origin. `copy` resolves with the same.
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
