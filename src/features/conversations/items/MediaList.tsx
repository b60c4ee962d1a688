/** Files of an item: pictures and pages as pictures, sound as a player, the rest by name. */
import type { Media } from '#contract/core/entities.ts';
import { formatBytes } from '#contract/text/bytes.ts';
import { AudioPlayer, Icon } from '../../../ui/index.ts';
import css from './items.module.css';

export function MediaList({ media }: { media: readonly Media[] }) {
  return (
    <ul className={css.media}>
      {media.map((file) => (
        <li key={file.id}>
          {file.contentType.startsWith('image/') ? (
            <a href={file.url} target="_blank" rel="noreferrer">
              <img src={file.url} alt={file.name} loading="lazy" />
            </a>
          ) : file.contentType.startsWith('audio/') ? (
            <AudioPlayer src={file.url} label={file.name} seconds={0} />
          ) : (
            <a className={css.file} href={file.url} target="_blank" rel="noreferrer">
              <Icon name="file" /> {file.name} <span className={css.muted}>{formatBytes(file.bytes)}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
