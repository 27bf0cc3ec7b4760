import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#console/ui/button.tsx';

/** How long the answer to a press stands, in ms. */
const FEEDBACK = 2000;

/** Copies the codes, and says so. */
export function CopyCodes({ text }: { readonly text: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(undefined), FEEDBACK);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // No permission, or no secure origin.
      setOutcome('refused');
    }
  }

  return (
    <>
      <Button icon={outcome === 'copied' ? <Check /> : <Copy />} onClick={copy}>
        {outcome === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      {outcome === 'refused' && (
        <p role="alert">The browser won't copy: download or print them, or select them above.</p>
      )}
    </>
  );
}
