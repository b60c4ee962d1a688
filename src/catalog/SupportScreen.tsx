/** Files to support, by mail. */
import { useState } from 'react';
import { supportDays, supportFiles } from '#contract/catalog/limits.ts';
import { limits } from '#contract/core/limits.ts';
import { formatBytes } from '#contract/text/bytes.ts';
import { Button } from '../ui/Button.tsx';
import { chooseFile } from '../ui/chooseFile.ts';
import { EmptyState } from '../ui/states.tsx';
import css from './Catalog.module.css';
import { useCatalog } from './catalog.ts';
import { type CatalogCommand, useProvided } from './commands.ts';
import { useWork } from './useWork.ts';

const group = 'Support';

/** Files that are chosen, and the key under which they are sent: the same files again are the same upload. */
interface Chosen {
  readonly files: readonly File[];
  readonly key: string;
}

const choose = (files: readonly File[]): Chosen => ({ files, key: crypto.randomUUID() });

export default function SupportScreen() {
  const catalog = useCatalog();
  const { api, caller, config } = catalog;
  const [{ files, key }, setChosen] = useState<Chosen>(() => choose([]));
  const { busy, getReason, run } = useWork();
  const attach = () => chooseFile('', (file) => setChosen((before) => choose([...before.files, file])));
  const send = () =>
    run(async () => {
      const { meta } = await api.call('catalog.uploadFiles', { ...caller(), body: { key }, files });
      setChosen(choose([]));
      catalog.notify(meta.total === 1 ? 'File sent to support' : `${meta.total} files sent to support`);
    });
  const none = () => getReason() ?? (files.length === 0 ? 'Attach a file first' : null);
  const commands: CatalogCommand[] = [
    {
      id: 'support.attach',
      title: 'Attach a file',
      hint: 'attach',
      group,
      keys: 'c',
      getReason: () => getReason() ?? (files.length >= supportFiles ? `Up to ${supportFiles} files at once` : null),
      run: attach,
    },
    { id: 'support.send', title: 'Send to support', hint: 'send', group, keys: 'mod+enter', getReason: none, run: send },
    { id: 'support.clear', title: 'Take the files off', group, getReason: none, run: () => setChosen(choose([])) },
  ];
  useProvided('support', commands);
  return (
    <>
      <div className={css.head}>
        <h1>Support</h1>
      </div>
      <div className={css.body}>
        <p
          className={css.about}
        >{`Up to ${supportFiles} files with ${limits.mediaBytes / 1_000_000} MB together go to ${config.supportEmail}, and are kept for ${supportDays} days.`}</p>
        {files.length === 0 ? (
          <EmptyState icon="message" action={{ title: 'Attach a file', keys: 'c', onAct: attach }}>
            No file is attached
          </EmptyState>
        ) : (
          <>
            <ul className={css.list} aria-label="Files">
              {files.map((file, at) => (
                <li key={`${at} ${file.name}`} className={css.item}>
                  {file.name}
                  <span className={css.detail}>{formatBytes(file.size)}</span>
                </li>
              ))}
            </ul>
            <div className={css.tools}>
              <Button look="primary" keys="mod+enter" busy={busy} onClick={send}>
                Send to support
              </Button>
              <Button keys="c" disabled={files.length >= supportFiles} onClick={attach}>
                Attach a file
              </Button>
            </div>
          </>
        )}
      </div>
    </>
  );
}
