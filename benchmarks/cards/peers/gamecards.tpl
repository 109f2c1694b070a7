<div class='card'><div class='edge'></div><div class='disc'>${number}</div><div class='title'>${title}</div>
<svg class='hexagon' viewBox='0 0 340 340'><polygon points='335,170 252,313 88,313 5,170 88,27 252,27' fill='${code}' stroke='black' stroke-width='4'/></svg>
<div class='text'>${text}</div></div>
