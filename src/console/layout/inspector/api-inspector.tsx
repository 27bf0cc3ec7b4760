import { ChevronRight } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { type ApiCall, getCalls, subscribeToCalls } from '#console/api/call-log.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { parseErrorBody } from '#console/api/errors/error-body.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { Button } from '#console/ui/button/button.tsx';
import { CodeBlock } from '#console/ui/data/code-block.tsx';
import { CopyField } from '#console/ui/data/copy-field.tsx';
import { useCopy } from '#console/ui/data/use-copy.ts';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import styles from './api-inspector.module.css';
import { toCurl } from './curl.ts';

/** The newest requests of this tab, each with a curl command. */
export function ApiInspector({ onClose }: { readonly onClose: () => void }) {
  const calls = useSyncExternalStore(subscribeToCalls, getCalls);
  return (
    <Dialog
      title="API inspector"
      description="The requests that this page sent, newest first. Reloading the page clears the list."
      size="large"
      onClose={onClose}
    >
      {calls.length === 0 ? (
        <p className={styles.none}>No requests yet.</p>
      ) : (
        <ul className={styles.calls} aria-label="Requests">
          {calls.map((call) => (
            <CallItem key={call.id} call={call} />
          ))}
        </ul>
      )}
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

function CallItem({ call }: { readonly call: ApiCall }) {
  const { method, url, result } = call;
  const { pathname, search } = new URL(url);
  const isFailed =
    result !== undefined && !result.response?.ok && describeStatus(call) !== 'Canceled';
  return (
    <li>
      <details className={styles.call}>
        <summary className={styles.summary}>
          <ChevronRight />
          <code className={styles.method}>{method}</code>
          <code className={styles.path}>{decodeURI(pathname + search)}</code>
          <span className={styles.status} data-failed={isFailed}>
            {describeStatus(call)}
          </span>
          <span className={styles.time}>{result ? `${Math.round(result.durationMs)} ms` : ''}</span>
        </summary>
        <CallDetails call={call} />
      </details>
    </li>
  );
}

function CallDetails({ call }: { readonly call: ApiCall }) {
  const command = toCurl(call);
  const { copied, copy } = useCopy(command);
  const requestId = call.result?.response?.requestId;
  return (
    <div className={styles.details}>
      {explainFailure(call).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {requestId !== undefined && (
        <div className={styles.requestId}>
          <span aria-hidden>Request ID</span>
          <CopyField label="Request ID" value={requestId} />
        </div>
      )}
      <CodeBlock label="curl command" text={command} wrap />
      <div className={styles.copy}>
        <Button onClick={() => void copy()}>Copy as curl</Button>
        <span role="status">
          {copied && 'Copied'}
          {copied === false && 'Your browser blocked copying: select the command instead.'}
        </span>
      </div>
    </div>
  );
}

/** How a call ended, in a word: "200", "No response". */
function describeStatus({ result }: ApiCall): string {
  if (result === undefined) return 'Waiting';
  if (result.response) return String(result.response.status);
  return result.error ? 'No response' : 'Canceled';
}

/** Why a call failed, in sentences; empty if it didn't. */
function explainFailure({ result }: ApiCall): string[] {
  if (result?.error) return sentencesOf(result.error);
  const response = result?.response;
  if (response === undefined || response.ok) return [];
  const errors = parseErrorBody(response.body);
  const { status, retryAfterSeconds } = response;
  const error = new ApiError({ kind: 'error-response', status, errors, retryAfterSeconds });
  const places = errors.flatMap(({ pointer, parameter }) => pointer ?? parameter ?? []);
  return [
    ...sentencesOf(error),
    ...(places.length > 0 ? [`Where: ${[...new Set(places)].join(', ')}`] : []),
  ];
}

function sentencesOf(error: ApiError): string[] {
  const { title, detail } = toUserFacingError(error) ?? {};
  return [title, detail].filter((text) => text !== undefined);
}
