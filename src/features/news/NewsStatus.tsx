/** A dot with its words in the bottom line, while something is new that the person has not read. */
import { useAppState } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { Dot } from '../../ui/index.ts';
import { newsEntries } from './entries.ts';
import css from './News.module.css';
import { getReadUntil, isNewSince } from './unread.ts';

export default function NewsStatus() {
  const commands = useCommands();
  const user = useAppState((state) => state.user);
  // Staff who impersonate a user read nothing for them.
  if (user === null || user.isAdmin) return null;
  const readUntil = getReadUntil(user);
  if (!newsEntries.some((entry) => isNewSince(entry, readUntil))) return null;
  return (
    <button type="button" className={css.status} data-news onClick={() => commands.run('go.news')}>
      <Dot />
      What’s new
    </button>
  );
}
