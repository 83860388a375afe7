// Makes the page live; without it everything works as links and forms.

import * as column from "./column.js"
import * as dates from "./dates.js"
import * as drafts from "./drafts.js"
import * as hands from "./hands.js"
import * as keys from "./keys.js"
import * as left from "./left.js"
import * as notes from "./notes.js"
import * as pull from "./pull.js"
import * as row from "./row.js"
import * as several from "./several.js"
import * as sheet from "./sheet.js"
import * as links from "./links.js"
import * as ticks from "./ticks.js"
import { live } from "./live.js"
import { keepBoard } from "./net.js"

drafts.start()
dates.start()
if (sheet.hasBoard()) several.start()
notes.start()
sheet.start()
if (sheet.hasBoard()) ticks.start()
links.start()
left.start()
row.start()
if (sheet.hasBoard()) {
  column.start()
  hands.start()
  keys.start()
}
pull.start()
live()
keepBoard()
