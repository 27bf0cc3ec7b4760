import { FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { saveFile } from '#console/lib/save-file.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { PlainButton } from '#console/ui/button/plain-button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { templateFile } from './csv-file.ts';
import styles from './import.module.css';

interface FileFieldProps {
  readonly error: UserFacingError | undefined;
  readonly isDisabled: boolean;
  /** @param file undefined if none was chosen */
  readonly onChange: (file: File | undefined) => void;
}

/** Chooses a CSV file, which can also be dropped anywhere on the page. */
export function FileField({ error, isDisabled, onChange }: FileFieldProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const handleDrag = useEffectEvent((event: DragEvent) => {
    const { type, dataTransfer } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    // Or the browser would open the file in place of the page.
    event.preventDefault();
    setIsOver(type === 'dragover');
    const [file] = dataTransfer.files;
    if (type !== 'drop' || !file || !input.current || isDisabled) return;
    // So that the field names the file.
    input.current.files = dataTransfer.files;
    onChange(file);
  });
  useEffect(() => {
    const controller = new AbortController();
    for (const type of ['dragover', 'dragleave', 'drop'] as const) {
      window.addEventListener(type, handleDrag, { signal: controller.signal });
    }
    return () => controller.abort();
  }, []);

  return (
    <div className={styles.file}>
      <div className={styles.drop} data-over={isOver || undefined}>
        <FileUp aria-hidden="true" />
        <label htmlFor={id}>CSV file</label>
        <input
          ref={input}
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          disabled={isDisabled}
          aria-describedby={`${id}hint`}
          aria-invalid={error ? true : undefined}
          onClick={({ currentTarget }) => {
            // The browser reports no change if the same file is chosen again, which may be corrected.
            currentTarget.value = '';
            onChange(undefined);
          }}
          onChange={({ target }) => onChange(target.files?.[0])}
        />
        <p id={`${id}hint`}>
          Or drop it here. Up to 100 MB, with the column names in the first row.
        </p>
      </div>
      {error && <ErrorNotice error={error} />}
      <p className={styles.help}>
        Members are matched by their member ID. Empty cells don't change a field.{' '}
        <PlainButton
          variant="ghost"
          size="small"
          onClick={() => saveFile(templateFile(), 'members-template.csv')}
        >
          Download template
        </PlainButton>
      </p>
    </div>
  );
}
