import { CircleCheck, CircleDashed } from 'lucide-react';
import { paths } from '#console/paths.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { ToneIcon } from '#console/ui/tone-icon.tsx';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import styles from './attention-items.module.css';

interface FirstStepsProps {
  readonly teamId: string;
  readonly hasAccount: boolean;
  readonly hasDomain: boolean;
  readonly hasTwoStep: boolean;
}

export function FirstSteps({ teamId, hasAccount, hasDomain, hasTwoStep }: FirstStepsProps) {
  const steps = [
    {
      title: 'Connect an account',
      text: 'Use its posts on your boards.',
      isDone: hasAccount,
      to: paths.accounts(teamId),
    },
    {
      title: 'Add a domain',
      text: 'Publish your experiences at your own address.',
      isDone: hasDomain,
      to: paths.newDomain(teamId),
    },
    {
      title: 'Turn on two-step verification',
      text: 'Protect your account even if someone learns your password.',
      isDone: hasTwoStep,
      to: paths.newFactor(),
    },
  ];
  return (
    <Card>
      <CardSection title="First steps">
        <ol className={styles.items}>
          {steps.map(({ title, text, isDone, to }) => (
            <li key={title}>
              <div className={styles.item}>
                <ToneIcon>{isDone ? <CircleCheck /> : <CircleDashed />}</ToneIcon>
                <div className={styles.words}>
                  <strong>{title}</strong>
                  {isDone && <VisuallyHidden> (done)</VisuallyHidden>}
                  <p>{text}</p>
                </div>
                {!isDone && <LinkButton to={to}>{title}</LinkButton>}
              </div>
            </li>
          ))}
        </ol>
      </CardSection>
    </Card>
  );
}
