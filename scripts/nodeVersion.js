/** Runs last in `npm ci`: ends it when the Node of the scripts is too old to run Keyline. Plain JavaScript, since older versions read it. */
const oldest = 24;
if (Number.parseInt(process.versions.node, 10) < oldest) {
  const platform = `${process.platform} ${process.arch}`;
  console.error(`Keyline needs Node ${oldest}, and the package that brings it for ${platform} was not installed. This is Node ${process.versions.node}.`);
  console.error('Run npm ci again, without --omit=optional. On other platforms install Node 24 yourself (docs/decisions/0017-node-by-platform-packages.md).');
  process.exit(1);
}
