/** Constants and limits of the product (spec 1.9, 2.9; ids are those of constants.tsv). Durations are milliseconds unless the name says otherwise. */
export const limits = {
  /** CONST-001: a notice hides by itself. */
  noticeMs: 5_000,
  /** CONST-003: an error notice hides by itself. */
  errorNoticeMs: 10_000,
  /** CONST-060, CONST-061: characters of a message. */
  smsCharacters: 1_000,
  mmsCharacters: 1_000,
  /** CONST-059: a merge field counts this many characters. */
  mergeFieldCharacters: 10,
  /** CONST-068: conversations a page, the call's default; the inbox asks for more, at most 100 (AMB-16). */
  conversationsPerPage: 5,
  conversationsPerPageMax: 100,
  /** Characters of a line that searches messages. */
  searchCharacters: 400,
  /** Items of a thread a page. */
  itemsPerPage: 50,
  itemsPerPageMax: 200,
  /** CONST-069: a conversation's detail is fresh this long. */
  conversationDetailMs: 600_000,
  /** CONST-073, CONST-074. */
  organizationsPerPage: 1_000,
  companiesSlimPerPage: 100,
  /** CONST-078: a finished batch leaves the screen. */
  batchRemovalMs: 5_000,
  /** Progress of a batch is read after the channel was silent this long. */
  batchPollMs: 5_000,
  /** Changes are asked for again this long after catching up failed. */
  catchUpRetryMs: 5_000,
  /** A connection that could not be made, or whose channel could not be joined, is tried again after so long. */
  socketRetryMs: 5_000,
  /** Time a call of the realtime flow waits for an answer: on the first attempt, when its connection may be dead, and on the second. */
  firstAnswerMs: 2_500,
  lastAnswerMs: 20_000,
  /** Characters of a new password, at least. */
  newPasswordCharacters: 10,
  /** CONST-079: company-related data is refreshed this long after a switch. */
  companySwitchMs: 150,
  /** CONST-080, CONST-081: answers of 429. */
  retry429Attempts: 3,
  retry429Ms: 5_000,
  /** CONST-083, CONST-084, CONST-085. */
  queryFreshMs: 60_000,
  queryKeptMs: 60_000,
  queryRetries: 5,
  /** Seconds for which a second factor that was proved is fresh enough to act as somebody else. */
  mfaFreshSeconds: 15 * 60,
  /** A send is held back this many seconds unless the person chose otherwise; 0 sends at once. */
  holdSeconds: 5,
  holdSecondsMax: 60,
  /** Numbers a person may keep from desktop notifications and sounds. */
  quietNumbers: 1_000,
  /** Phones in a profile. */
  ownPhones: 5,
  /** Media of one message: files, and their bytes, each and together (the carrier's limit is 5 MB). */
  mediaFiles: 10,
  mediaBytes: 5_000_000,
  /** Pages of a fax: of one that is sent, and of one that came in whose pages are drawn. */
  faxPages: 200,
  /** Pages that are looked at before a fax is sent. */
  faxReviewPages: 20,
  /** JSON a client keeps with us (layouts, keymaps, command arguments). */
  jsonBytes: 32_768,
  jsonDepth: 8,
  /** A command log keeps this many rows a person. */
  commandLog: 500,
  /** A started key chord ends (KEYS.md 6). */
  chordMs: 1_500,
} as const;

/** CONST-086 to CONST-088. */
export const formats = { date: 'MMM D, YYYY', time: 'h:mm A', locale: 'en-US' } as const;
