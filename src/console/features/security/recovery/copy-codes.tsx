import { Check, Copy } from 'lucide-react';
import { Button } from '#console/ui/button/button.tsx';
import { useCopy } from '#console/ui/data/use-copy.ts';

/** Copies the codes, and says so. */
export function CopyCodes({ text }: { readonly text: string }) {
  const { copied, copy } = useCopy(text);

  return (
    <>
      <Button icon={copied ? <Check /> : <Copy />} onClick={copy}>
        {copied ? 'Copied' : 'Copy'}
      </Button>
      {copied === false && (
        <p role="alert">The browser won't copy: download or print them, or select them above.</p>
      )}
    </>
  );
}
