import { Banner } from '#console/ui/page/banner.tsx';
import type { DomainObstacle } from '#contract/advocacy/domain-setup.ts';

/** What DNS has that keeps visitors or the certificate away, and what to do about it. */
export function DnsObstacles({ obstacles }: { readonly obstacles: readonly DomainObstacle[] }) {
  return obstacles.map((obstacle) => {
    const { title, advice } = describeObstacle(obstacle);
    return (
      <Banner key={title} tone="amber" title={title}>
        <p>{advice}</p>
      </Banner>
    );
  });
}

/** The obstacle with its values, and the next step. */
export function describeObstacle({ kind, name, type, found, authority }: DomainObstacle): {
  readonly title: string;
  readonly advice: string;
} {
  const values = found.join(', ');
  if (kind === 'proxy') {
    return {
      title: `Cloudflare's proxy is in front of ${name} (${values})`,
      advice: 'Turn it off at Cloudflare: set the proxy status of this name to “DNS only”.',
    };
  }
  if (kind === 'caa') {
    return {
      title: `The CAA records of ${name} allow ${values === '' ? 'nobody' : `only ${values}`} to issue certificates`,
      advice: `Add a CAA record of ${name} for ${authority ?? 'our certificate authority'}, or the certificate can't be issued.`,
    };
  }
  return {
    title: `${name} also has ${type === 'AAAA' ? 'an' : 'a'} ${type ?? 'DNS'} record with ${values}`,
    advice: 'Remove it: it leads visitors elsewhere.',
  };
}
