import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#console/ui/button/button.tsx';
import { CodeBlock } from '#console/ui/data/code-block.tsx';
import { useCopy } from '#console/ui/data/use-copy.ts';
import send from './samples/send.sh?raw';
import go from './samples/verify.go?raw';
import node from './samples/verify.mjs?raw';
import php from './samples/verify.php?raw';
import python from './samples/verify.py?raw';
import styles from './setup-page.module.css';

const SAMPLES = [
  { language: 'Node', code: node },
  { language: 'Python', code: python },
  { language: 'PHP', code: php },
  { language: 'Go', code: go },
  { language: 'curl', code: send },
] as const;

/** Code that verifies the program's requests in a receiver of your own, or sends a signed one. */
export function CodeSamples() {
  const [language, setLanguage] = useState<string>('Node');
  const code = SAMPLES.find((sample) => sample.language === language)?.code ?? '';
  const { copied, copy } = useCopy(code);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields */}
      <div role="group" aria-label="Language" className={styles.languages}>
        {SAMPLES.map((sample) => (
          <Button
            key={sample.language}
            size="small"
            variant={sample.language === language ? 'secondary' : 'ghost'}
            aria-pressed={sample.language === language}
            onClick={() => setLanguage(sample.language)}
          >
            {sample.language}
          </Button>
        ))}
        <Button size="small" variant="ghost" icon={copied ? <Check /> : <Copy />} onClick={copy}>
          Copy code
        </Button>
        <span role="status">{copied && 'Copied'}</span>
      </div>
      <CodeBlock label={`${language} code`} text={code} />
    </>
  );
}
