// Makes the page live; without it everything works as links and forms.

import * as hands from "./hands.js"
import * as keys from "./keys.js"
import * as row from "./row.js"
import * as sheet from "./sheet.js"
import { live } from "./live.js"
import { keepBoard } from "./net.js"

sheet.start()
row.start()
if (document.getElementById("bar")) {
  hands.start()
  keys.start()
  live()
}
keepBoard()
