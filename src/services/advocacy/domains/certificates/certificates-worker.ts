import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import {
  type CertificatesDependencies,
  issueDueCertificates,
  renewOthers,
} from './issue-certificates.ts';

const INTERVAL_MS = 1_000;

/** Issues and renews certificates until it is stopped; any number of processes may run one. */
export function startCertificatesWorker(dependencies: CertificatesDependencies): Worker {
  let isFirstLook = true;
  return startWorker({
    name: 'certificates',
    intervalMs: INTERVAL_MS,
    async work() {
      if (isFirstLook) await renewOthers(dependencies);
      isFirstLook = false;
      return issueDueCertificates(dependencies);
    },
    log: dependencies.log,
  });
}
