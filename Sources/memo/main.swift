print("memo")
