import { Check, X } from 'lucide-react';
import { Spinner } from '#console/ui/spinner.tsx';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import styles from './setup-stepper.module.css';
import type { SetupStep } from './setup-steps.ts';

export function SetupStepper({ steps }: { readonly steps: readonly SetupStep[] }) {
  const current = steps.find(({ state }) => state !== 'done') ?? steps.at(-1);
  return (
    <>
      <ol aria-label="Steps" className={styles.steps}>
        {steps.map((step, index) => (
          <li
            key={step.title}
            className={styles.step}
            data-state={step.state}
            aria-current={step === current ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              <StepMark step={step} number={index + 1} />
            </span>
            <span>
              {step.title}
              {step.state === 'done' && <VisuallyHidden> (done)</VisuallyHidden>}
            </span>
          </li>
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{current?.title}</span>
      </VisuallyHidden>
    </>
  );
}

function StepMark({ step, number }: { readonly step: SetupStep; readonly number: number }) {
  if (step.state === 'done') return <Check />;
  if (step.state === 'failed') return <X />;
  if (step.state === 'running') return <Spinner />;
  return number;
}
