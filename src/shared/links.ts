/** Links in what is being written, while the company's texts may have none. */
import type { App } from '../api/app.ts';

let findLink: ((text: string) => string | null) | null = null;
let loading: Promise<boolean> | null = null;
let failedAt = Number.NEGATIVE_INFINITY;
/** Milliseconds before a list that did not come is asked for again; the server refuses links whatever is noted here. */
const retryMs = 10_000;

/** Fetches the list of domains once; false where it did not come. */
function load(): Promise<boolean> {
  loading ??= import('#contract/text/links.ts').then(
    (module) => {
      findLink = module.findLink;
      return true;
    },
    () => {
      failedAt = performance.now();
      loading = null;
      return false;
    },
  );
  return loading;
}

/** A text that is being written, and the link that was noted of it. */
interface LinkedText {
  getText(): string;
  getLink(): string | null;
  note(link: string | null): void;
}

/** Notes the link a text may not have, or that there is none; the list of domains is fetched with the first text that is looked at. */
export function updateLink(app: Pick<App, 'get'>, companyId: number, written: LinkedText): void {
  const text = written.getText();
  const isOff = app.get().companies.find(({ id }) => id === companyId)?.linksEnabled === false;
  if (isOff && text !== '' && findLink === null && performance.now() - failedAt > retryMs) {
    void load().then((isHere) => {
      if (isHere) updateLink(app, companyId, written);
    });
    return;
  }
  const found = isOff && findLink !== null && text !== '' ? findLink(text) : null;
  if (found !== written.getLink()) written.note(found);
}
