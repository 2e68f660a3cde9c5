// The settings as a text for --help.
import { settings } from '../config.ts'

/** Every variable of the environment with its meaning and default. */
export const settingsHelp = [
  'Settings, from the environment:',
  ...Object.entries(settings).map(
    ([name, { description, default: value }]) =>
      `  ${name}\n      ${description}${value === undefined ? '' : ` Default: ${value}`}`,
  ),
].join('\n')
