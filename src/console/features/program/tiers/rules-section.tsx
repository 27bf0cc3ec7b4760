import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { programQuery } from '#console/shared/loyalty/program-query.ts';
import { PanelState } from '#console/shared/panel-state.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { describeRules } from './program-rules.ts';
import styles from './tiers.module.css';

/** How members reach a tier and when points expire, in sentences. */
export function RulesSection({ teamId }: { readonly teamId: string }) {
  const missingScope = useMissingScope('teams:read');
  const query = useQuery({
    ...programQuery(useApi(), teamId),
    enabled: missingScope === undefined,
  });
  return (
    <Card>
      <CardSection title="Rules">
        {query.data ? (
          <dl className={styles.rules}>
            {describeRules(query.data).map(({ name, sentence }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{sentence}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <PanelState
            errorTitle="Couldn't load the rules"
            missingScope={missingScope}
            error={query.error}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          >
            <Skeleton height={96} />
          </PanelState>
        )}
      </CardSection>
    </Card>
  );
}
