import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { uploadFile } from '#console/api/upload-file.ts';
import { formatShare } from '#console/lib/format/format-number.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { jobsKey } from '#console/shared/jobs/job-keys.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { ProgressBar } from '#console/ui/feedback/progress-bar.tsx';
import { useLeaveConfirmation } from '#console/ui/form/use-leave-confirmation.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { CSV_MEDIA_TYPE, importMembers } from '#contract/gateway/jobs.ts';
import { ColumnMapping, type FileMapping, needsSeparator } from './columns/column-mapping.tsx';
import { findMappingError, guessTargets, mapHeader } from './columns/import-columns.ts';
import { type KnownSystem, OWN_SYSTEM, recognizeSystem } from './columns/known-systems.ts';
import { CsvFileError, type CsvHead, checkUnchanged, readCsvHead, withHeader } from './csv-file.ts';
import { FileField } from './file-field.tsx';
import styles from './import.module.css';

interface ChosenFile {
  readonly file: File;
  readonly head: CsvHead;
  readonly system: KnownSystem | undefined;
}

const NO_MAPPING: FileMapping = { targets: [], tags: undefined, pointsReason: '' };

function findError({ head, system }: ChosenFile, mapping: FileMapping): string | undefined {
  const { targets, tags, pointsReason } = mapping;
  const asksForTags = tags === undefined && needsSeparator(head, system, targets);
  return findMappingError(targets, { pointsReason, asksForTags });
}

/** A file, its columns, and the upload that has it checked. */
export function ChooseFile({ jobs }: { readonly jobs: Client }) {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ChosenFile>();
  const [mapping, setMapping] = useState(NO_MAPPING);
  const [mappingError, setMappingError] = useState<string>();
  const [sent, setSent] = useState(0);
  const upload = useRef<AbortController>(undefined);
  useEffect(() => () => upload.current?.abort(), []);

  const read = useMutation({
    mutationFn: async (file: File) => {
      const head = await readCsvHead(file);
      return { file, head, system: recognizeSystem(head.header) };
    },
    onSuccess: (read) => {
      setChosen(read);
      setMapping({ ...NO_MAPPING, targets: guessTargets(read.head.header) });
    },
    onError: () => setChosen(undefined),
  });
  const check = useMutation({
    mutationFn: async ({ file, head, system }: ChosenFile) => {
      const controller = new AbortController();
      upload.current = controller;
      setSent(0);
      // Otherwise the upload would fail as if the connection was lost.
      await checkUnchanged(file);
      return uploadFile(jobs, importMembers, {
        params: { team_id: teamId },
        query: {
          delimiter: head.delimiter,
          dates: system === OWN_SYSTEM ? 'month_first' : undefined,
          tags: system?.tags ?? mapping.tags,
          points_reason: mapping.pointsReason.trim() || undefined,
        },
        file: await withHeader(file, head, mapHeader(head.header, mapping.targets)),
        fileName: file.name,
        mediaType: CSV_MEDIA_TYPE,
        signal: controller.signal,
        onProgress: setSent,
      });
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: jobsKey(teamId) }),
  });
  const { question } = useLeaveConfirmation(check.isPending);
  const jobId = check.data?.data.id;
  // Once the upload is over, so that leaving asks no question.
  useEffect(() => {
    if (jobId !== undefined) void navigate(paths.memberImport(teamId, jobId), { replace: true });
  }, [jobId, navigate, teamId]);

  function handleFile(file: File | undefined) {
    check.reset();
    setMappingError(undefined);
    setChosen(undefined);
    if (file) read.mutate(file);
    else read.reset();
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const error = chosen && findError(chosen, mapping);
    setMappingError(error);
    if (chosen && error === undefined) check.mutate(chosen);
  }

  const error = toFileError(check.error, "Couldn't check the file");
  return (
    <form noValidate onSubmit={handleSubmit}>
      <Card>
        <CardSection>
          <FileField
            error={toFileError(read.error, "Couldn't read the file")}
            isDisabled={check.isPending}
            onChange={handleFile}
          />
        </CardSection>
        {chosen && (
          <CardSection title="Columns">
            <ColumnMapping
              head={chosen.head}
              system={chosen.system}
              mapping={mapping}
              error={mappingError}
              isDisabled={check.isPending}
              onChange={(next) => {
                setMapping(next);
                if (mappingError !== undefined) setMappingError(findError(chosen, next));
              }}
            />
          </CardSection>
        )}
        <CardSection>
          <div className={styles.actions}>
            {error && <ErrorNotice error={error} />}
            {check.isPending && (
              <div className={styles.upload}>
                <p role="status">
                  {sent < 1 ? `Uploading: ${formatShare(sent)}` : 'Reading the file…'}
                </p>
                <ProgressBar label="Upload" value={sent} />
              </div>
            )}
            <div className={styles.buttons}>
              <Button
                type="submit"
                variant="primary"
                loading={check.isPending}
                disabledReason={chosen ? undefined : 'Choose a file first'}
              >
                Check file
              </Button>
              {check.isPending && (
                <Button variant="ghost" onClick={() => upload.current?.abort()}>
                  Cancel upload
                </Button>
              )}
            </div>
          </div>
        </CardSection>
      </Card>
      {question && (
        <ConfirmDialog
          title="Stop the upload?"
          action="Stop upload"
          pending={false}
          error={undefined}
          onConfirm={question.confirm}
          onCancel={question.cancel}
        >
          <p>The upload isn't finished. If you leave, nothing is imported.</p>
        </ConfirmDialog>
      )}
    </form>
  );
}

function toFileError(error: Error | null, what: string): UserFacingError | undefined {
  return error instanceof CsvFileError ? error.userError : toUserFacingError(error, what);
}
